# Draws iterations.svg: gnuplot -c figure.gp CASES.CSV iterations.svg
set datafile separator comma
set datafile columnheaders
set terminal svg size 760,430 font "sans-serif,13" background "#ffffff"
set output ARG2
set colorsequence podo
set border lc "#666666"
set grid y lc "#dddddd"
set key top left tc "#000000"
set logscale y
set yrange [30:20000]
set xrange [-0.6:2.6]
set ylabel "Newton iterations of 100 steps"
set xtics ("brick_wall" 0, "card_house" 1, "box_pile" 2) noenhanced
set style fill solid
set boxwidth 0.3
place(bodies) = bodies == 101 ? 0 : bodies == 36 ? 1 : 2
chosen(start) = strcol("setting.integrator.warm_start") eq start && strcol("setting.solver.friction") eq "w_newton"
at(start) = chosen(start) ? place(column("bodies")) : NaN
# Lists among the settings have commas of their own.
cases = "< sed 's/\"\\[{.*}\\]\"/list/' ".ARG1
plot cases using (at("true") - 0.16):"newton_iterations" with boxes title "warm start", \
  cases using (at("false") + 0.16):"newton_iterations" with boxes title "none"
