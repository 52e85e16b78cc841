// Viridis (Smith and van der Walt 2015): even steps of lightness, for all eyes; no grey, which is
// left to what is not solved.
export const viridis = ['#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'];
