/** Paper is white: while something is printed the page has light colours, whatever the browser shows. */
export function printInLight(): void {
  const root = document.documentElement.dataset
  let shown: string | undefined
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) {
      shown = root['mantineColorScheme']
      root['mantineColorScheme'] = 'light'
    } else if (shown !== undefined) {
      root['mantineColorScheme'] = shown
    }
  })
}
