# Draws iterations.svg: gnuplot -c figure.gp CASES.CSV iterations.svg
set datafile separator comma
set datafile columnheaders
set datafile missing NaN
set terminal svg size 760,430 font "sans-serif,13" background "#ffffff"
set output ARG2
set colorsequence podo
set for [i = 1:6] linetype i pt 2 * i + 3 ps 0.6
set border lc "#666666"
set grid lc "#dddddd"
set key bottom right tc "#000000"
set logscale xy
set xrange [8:1200]
set xlabel "rods, 10 kg at the end"
set ylabel "linear iterations a system"
chosen(p) = strcol("setting.solver.linear.preconditioner") eq p && column("setting.scene.assemblies.0.tip_mass") == 10 && strcol("status") eq "finished"
point(p) = chosen(p) ? column("linear_iterations") / column("linear_solves") : NaN
plot for [p in "none jacobi block_jacobi body_pair ssor incomplete_cholesky"] ARG1 \
  using "setting.scene.assemblies.0.links":(point(p)) with linespoints lw 1.5 title p noenhanced
