import JsBarcode from 'jsbarcode'

type Drawn = { encodings?: readonly { data: string }[] }

/** The characters of Code 128. */
const code128 = /^[\x20-\x7e]{1,40}$/

/** EAN-13 if the text is a valid EAN, else Code 128. Undefined if no barcode can hold the text. */
function barsOf(text: string): { bars: string; kind: string } | undefined {
  const ean = encoded(text, 'EAN13')
  if (/^\d{13}$/.test(text) && ean !== undefined) return { bars: ean, kind: 'EAN-13' }
  const code = code128.test(text) ? encoded(text, 'CODE128') : undefined
  return code === undefined ? undefined : { bars: code, kind: 'Code 128' }
}

function encoded(text: string, format: 'EAN13' | 'CODE128'): string | undefined {
  const drawn: Drawn = {}
  let isValid = true
  JsBarcode(drawn, text, {
    format,
    flat: true,
    valid: (valid) => {
      isValid = valid
    },
  })
  return isValid ? drawn.encodings?.map(({ data }) => data).join('') : undefined
}

/** The size of a dot of receipt and label printers, in millimetres: 203 to an inch. */
const dotMm = 25.4 / 203

/** In dots. Narrower bars are not rounded to whole dots, because the code would become too small. */
const dotsMin = 2

/** The width of one bar: as many whole dots as fit, so that no printer makes one bar wider than the next. */
function barWidth(bars: number, widthMm: number): number {
  const dots = Math.floor(widthMm / bars / dotMm)
  return dots < dotsMin ? widthMm / bars : dots * dotMm
}

/**
 * A barcode that scanners can read from paper, with its text below. `width` is the most that it may take, in millimetres. Shows nothing if
 * no barcode can hold the text.
 */
export function Barcode({ text, width }: { text: string; width: number }) {
  const found = barsOf(text)
  if (found === undefined) return null
  const { bars, kind } = found
  const path = Array.from(bars).flatMap((bar, x) => (bar === '1' ? [`M${x} 0h1v1h-1z`] : []))
  return (
    <figure className="barcode">
      <svg
        role="img"
        aria-label={`${kind} ${text}`}
        viewBox={`0 0 ${bars.length} 1`}
        preserveAspectRatio="none"
        style={{ width: `${bars.length * barWidth(bars.length, width)}mm` }}
      >
        <path d={path.join('')} fill="#000" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  )
}
