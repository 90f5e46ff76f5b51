import type { Random } from '../../../demo/random.ts'
import type { Sheet } from '../printer.ts'

const inks = ['#3b2f9b', '#1d4e9e', '#b3261e', '#5b2c83']

/** The sheet with a stamp over the print. */
export function stamped(sheet: Sheet, random: Random): Sheet {
  const [angle, ink] = [random.int(-25, 25), random.pick(inks)]
  const { width, height } = sheet.paper
  const left = width * (0.15 + 0.45 * random.next())
  const top = height === 'roll' ? 20 + 30 * random.next() : height * (0.18 + 0.3 * random.next())
  const words = random.pick([
    'RECEIVED<br>14 NOV 2026<br>STORES DEPT',
    'PAID',
    'ENTERED IN BOOKS',
    'GOODS RECEIVED<br>SUBJECT TO CHECKING',
    'ORIGINAL FOR RECIPIENT',
  ])
  const size = width < 100 ? 11 : random.int(15, 24)
  const stamp = `<div class="stamp" style="position: absolute; left: ${left}mm; top: ${top}mm; transform: rotate(${angle}deg);
    border: 3px ${random.pick(['solid', 'double'])} ${ink}; color: ${ink}; opacity: 0.6; padding: 2mm 4mm; font: bold ${size}pt 'Arimo';
    text-align: center; border-radius: ${random.pick([0, 0, 3, 40])}mm; letter-spacing: 1px">${words}</div>`
  return {
    ...sheet,
    body: sheet.body + stamp,
    fonts: [...new Set([...sheet.fonts, 'Arimo' as const])],
  }
}
