// Puts an ad into its container, in a frame of another origin that cannot access the page.
const fill = (element, name, [width, height]) => {
  element.replaceChildren();
  const frame = document.createElement('iframe');
  frame.src = new URL(`/creatives/${name}.html`, HERE).href;
  frame.title = 'Advertisement';
  frame.setAttribute('sandbox', 'allow-popups');
  frame.width = width;
  frame.height = height;
  frame.style.border = '0';
  frame.style.display = 'block';
  frame.style.margin = 'auto';
  frame.style.maxWidth = '100%';
  frame.dataset.ad = name;
  element.append(frame);
};
const isNarrow = () => innerWidth < 768;
