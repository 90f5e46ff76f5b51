import { printDate, printTime } from './calendar.ts'
import type { Random } from './random.ts'

type FileNamer = (time: number, random: Random) => string

const photos: readonly FileNamer[] = [
  (time) => `IMG_${printDate(time, 'yyyymmdd')}_${printTime(time, '')}.jpg`,
  (time, random) => `IMG-${printDate(time, 'yyyymmdd')}-WA${serial(random)}.jpg`,
  (time) => `WhatsApp Image ${isoDate(time)} at ${printTime(time, '.')}.jpeg`,
  (time) => `CamScanner ${printDate(time, 'dd-mm-yyyy')} ${printTime(time, '.').slice(0, 5)}.jpg`,
]

const pdfs: readonly FileNamer[] = [
  (time, random) => `Scan_${printDate(time, 'yyyymmdd')}_${serial(random)}.pdf`,
  (time, random) => `DOC-${printDate(time, 'yyyymmdd')}-WA${serial(random)}.pdf`,
  (time, random) => `Adobe Scan ${printDate(time, 'd MMM yyyy')} (${random.int(1, 9)}).pdf`,
]

/** A photo's name as phones, WhatsApp and scanning apps give it, for one taken at `time` (ms). */
export function photoName(random: Random, time: number): string {
  return random.pick(photos)(time, random)
}

/** A PDF's name as scanners and WhatsApp give it. */
export function pdfName(random: Random, time: number): string {
  return random.pick(pdfs)(time, random)
}

/** A photo or a PDF: two photos to one PDF, as small shops scan. */
export function paperName(random: Random, time: number): string {
  return random.chance(2 / 3) ? photoName(random, time) : pdfName(random, time)
}

function isoDate(time: number): string {
  return printDate(time, 'dd-mm-yyyy').split('-').toReversed().join('-')
}

function serial(random: Random): string {
  return String(random.int(1, 60)).padStart(4, '0')
}
