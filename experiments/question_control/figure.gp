# Draws cost.svg: gnuplot -c figure.gp COSTS.CSV cost.svg
set datafile separator comma
set datafile columnheaders
set terminal svg size 860,380 font "sans-serif,13" background "#ffffff"
set output ARG2
set colorsequence podo
set border lc "#666666"
set grid lc "#dddddd"
set key left bottom Left reverse tc "#000000" samplen 1 font ",11"
set logscale xy
set format y "10^{%T}"
set yrange [1e-13:1]
set xrange [1:3000]
set xlabel "runs"
set ylabel "lowest cost so far [m^2]"
set multiplot layout 1,2
do for [task in "push throw"] {
  set title task
  if (task eq "throw") { unset key }
  plot for [method in "\"bfgs by adjoints\" \"bfgs by differences\" Nelder-Mead Powell"] ARG1 \
    using (strcol("task") eq task && strcol("method") eq method ? column("run") : NaN):(column("lowest_cost_m2")) \
    with steps lw 2 title method
}
unset multiplot
