# Draws drift.svg: gnuplot -c figure.gp CASES.CSV drift.svg
set datafile separator comma
set datafile columnheaders
set datafile missing NaN
set terminal svg size 760,430 font "sans-serif,13" background "#ffffff"
set output ARG2
set colorsequence podo
set for [i = 1:6] linetype i pt 2 * i + 3 ps 0.6
set border lc "#666666"
set grid lc "#dddddd"
set key right center tc "#000000"
set logscale xy
set format y "10^{%T}"
set xtics (1, 2, 4, 8)
set xrange [0.9:9]
set xlabel "h [ms]"
set ylabel "largest opening of a joint in 10 s [m]"
level = "setting.scene.joints.0.level"
share = "setting.scene.joints.0.baumgarte"
opening = "metrics.joint_error_max_m"
h = "setting.step"
plot ARG1 using (1000 * column(h)):(strcol(level) eq "position" ? column(opening) : NaN) with linespoints lw 1.5 title "by position", \
  ARG1 using (1000 * column(h)):(strcol(level) eq "velocity" && strcol(share) eq "" ? column(opening) : NaN) with linespoints lw 1.5 title "by velocity", \
  for [s in "0.01 0.1 1"] ARG1 using (1000 * column(h)):(strcol(share) eq s ? column(opening) : NaN) with linespoints lw 1.5 title "by velocity, Υ = " . s
