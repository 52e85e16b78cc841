# Time over contacts from a table of bench_problems: gnuplot -c growth.gp TABLE.csv OUT.svg
# Problems with "-rest-" in their names are at rest; columns: problem, contacts, solver, tolerance,
# converged, error, time_s.
set datafile separator ','
set terminal svg size 900,480 font 'sans,13' background 'white'
set output ARG2
set grid lc rgb '#dddddd'
set logscale xy
set xrange [150:20000]
set xlabel 'contacts'
set ylabel 'time [s]'
set key outside right noenhanced
at_rest(name) = strstrt(name, '-rest-') > 0
plot ARG1 using 2:(at_rest(strcol(1)) && $5 == 1 ? $7 : NaN) with points pt 7 ps 0.7 lc 1 title 'at rest', \
     ARG1 using 2:(!at_rest(strcol(1)) && $5 == 1 ? $7 : NaN) with points pt 5 ps 0.7 lc 2 title 'in motion', \
     ARG1 using 2:($5 == 0 ? $7 : NaN) with points pt 2 ps 0.7 lc 7 title 'not solved', \
     x / 1000 with lines dt 2 lc rgb '#999999' title '1 ms a contact'
unset output
