# Draws iterations.svg: gnuplot -c figure.gp CASES.CSV iterations.svg
set datafile separator comma
set datafile columnheaders
set terminal svg size 760,430 font "sans-serif,13" background "#ffffff"
set output ARG2
set colorsequence podo
set for [i = 1:6] linetype i pt 2 * i + 3 ps 0.6
set border lc "#666666"
set grid lc "#dddddd"
set key top left tc "#000000"
set logscale x
set xlabel "h [ms]"
set ylabel "Newton iterations a step"
set yrange [0:*]
chosen(friction, ncp) = strcol("setting.solver.friction") eq friction && strcol("setting.solver.ncp") eq ncp
point(friction, ncp) = chosen(friction, ncp) ? column("newton_iterations") / column("steps") : NaN
set datafile missing NaN
plot for [f in "w_fixed_point w_newton"] for [n in "fischer_burmeister minimum_map"] ARG1 \
  using (1000 * column("setting.step")):(point(f, n)) with linespoints lw 1.5 title n . ", " . f noenhanced
