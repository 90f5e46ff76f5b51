/** Paper is white. While the page is printed it has light colours, whatever the screen shows. */
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
