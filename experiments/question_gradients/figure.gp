# Draws slopes.svg: gnuplot -c figure.gp SLOPES.CSV slopes.svg
# Each panel has a unit of its own, which orthant figure does not know.
set datafile separator comma
set datafile columnheaders
set datafile missing ""
set encoding utf8
set terminal svg size 860,640 font "sans-serif,13" background "#ffffff"
set output ARG2
set colorsequence podo
set border lc "#666666"
set grid lc "#dddddd"
set key Left reverse tc "#000000" samplen 1 font ",11"
of(motion, method) = (strcol("motion") eq motion && strcol("method") eq method ? column("p") : NaN)
names = "pushed sliding thrown bouncing"
labels = "\"force [N]\" \"speed at the start [m/s]\" \"speed upwards [m/s]\" \"height [m]\""
slopes = "\"way by force [m/N]\" \"way by speed [s]\" \"way by speed [s]\" \"height at the end by height\""
set multiplot layout 2,2
do for [k = 1:4] {
  motion = word(names, k)
  set title motion
  set xlabel word(labels, k)
  set ylabel word(slopes, k)
  if (k == 4) { set key right top; set yrange [-0.5:3] } else { unset key; set yrange [*:*] }
  set autoscale xfix
  plot ARG1 using (of(motion, "truth")):(column("slope")) with lines lw 3 lc "#bbbbbb" title "of the motion", \
       ARG1 using (of(motion, "exact")):(column("slope")) with points pt 7 ps 0.3 lc "#000000" title "exact, of the steps", \
       ARG1 using (of(motion, "difference 0.1")):(column("slope")) with lines dt 2 lw 2 lc "#aa0000" title "differences over 0.1"
}
unset multiplot
