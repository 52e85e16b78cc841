// Colours of bodies that have none of their own.
const palette = ['#7fa8df', '#eda879', '#8cc9a3', '#d497b6', '#a99dde', '#e3c877', '#7bc0c9',
  '#de938e', '#a9c27a', '#bfa087'];

export const colourOfBody = (body, index) => body.colour ?? (body.motion === 'fixed' ? '#8d949e' : palette[index % palette.length]);
