/** Seven modules for each digit, dark ones as 1 (source: ISO/IEC 15420, EAN-13, set A). */
const setA = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]

/** Which of the left digits are of set B, by the first digit, which is not printed itself. */
const setsByFirst = [
  'AAAAAA',
  'AABABB',
  'AABBAB',
  'AABBBA',
  'ABAABB',
  'ABBAAB',
  'ABBBAA',
  'ABABAB',
  'ABABBA',
  'ABBABA',
]

/** The bars of an EAN-13 from left to right, dark ones as 1, with its guards. */
export function ean13Bars(code: string): string {
  const [first = 0, ...digits] = Array.from(code, Number)
  const sets = setsByFirst[first] ?? ''
  const left = digits.slice(0, 6).map((digit, at) => {
    const modules = setA[digit] ?? ''
    return sets[at] === 'A' ? modules : inverted(modules).split('').toReversed().join('')
  })
  const right = digits.slice(6).map((digit) => inverted(setA[digit] ?? ''))
  return `101${left.join('')}01010${right.join('')}101`
}

function inverted(modules: string): string {
  return modules.replaceAll(/[01]/g, (module) => (module === '0' ? '1' : '0'))
}
