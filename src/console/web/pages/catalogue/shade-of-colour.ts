/** Colours as shops here call them, where CSS has no such name or means another shade. */
const shades: ReadonlyMap<string, string> = new Map([
  ['bottle green', '#006a4e'],
  ['cream', '#fffdd0'],
  ['dark blue', '#00008b'],
  ['dark green', '#006400'],
  ['dark grey', '#555555'],
  ['green', '#008000'],
  ['grey', '#808080'],
  ['light blue', '#add8e6'],
  ['light green', '#90ee90'],
  ['mehendi', '#5a5b1f'],
  ['mustard', '#e1ad01'],
  ['off white', '#faf9f6'],
  ['peach', '#ffcba4'],
  ['rani', '#e0115f'],
  ['rust', '#b7410e'],
  ['sky blue', '#87ceeb'],
  ['wine', '#722f37'],
])

/** The shade that a colour's name says, as #rrggbb; '' for a name that nobody here knows. */
export function shadeOfColour(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
  const known = shades.get(plain)
  if (known !== undefined) return known
  const word = plain.replaceAll(' ', '')
  if (!/^[a-z]+$/.test(word)) return ''
  return namedShade(word)
}

/** Every browser knows the colours of CSS by name: what it cannot read leaves the fill as it was. */
function namedShade(word: string): string {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return ''
  const before = '#010203'
  context.fillStyle = before
  context.fillStyle = word
  const { fillStyle } = context
  return typeof fillStyle === 'string' && /^#[0-9a-f]{6}$/.test(fillStyle) && fillStyle !== before
    ? fillStyle
    : ''
}
