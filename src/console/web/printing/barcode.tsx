import JsBarcode from 'jsbarcode'

type Drawn = { encodings?: readonly { data: string }[] }

/** Characters that Code 128 can say. */
const code128 = /^[\x20-\x7e]{1,40}$/

/** EAN-13 where the digits are one, else Code 128; undefined for a text that no barcode says. */
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

/** The dots of receipt and label printers, in millimetres: 203 to an inch. */
const dotMm = 25.4 / 203

/** The narrowest bar that is worth rounding to whole dots, in dots: below it the code would become too small. */
const dotsMin = 2

/** How wide one bar is: as many whole dots as fit, so that no printer makes one bar wider than the next. */
function barWidth(bars: number, widthMm: number): number {
  const dots = Math.floor(widthMm / bars / dotMm)
  return dots < dotsMin ? widthMm / bars : dots * dotMm
}

/**
 * A barcode that scanners read from paper, at most as wide as it may be (in millimetres), with its text below; nothing for
 * a text that no barcode says.
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
