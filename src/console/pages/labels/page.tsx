import { Group, Select, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import JsBarcode from 'jsbarcode'
import { Loaded } from '../../components/loaded.tsx'
import { NumberField, type TypedNumber } from '../../components/number-field.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PrintPage, chosenHere, PartSelect, printedAmount } from '../../printing/print-page.tsx'
import { api, type AnswerOf, answerQuery } from '../../client.ts'
import type { Which } from '../../components/list-selection.tsx'

const trail = [{ to: '/catalogue', label: 'Products' }] as const

/** The most labels of one article in one print. */
const copiesMax = 500

/** Price labels with barcodes for the products selected in the list. */
export function LabelsPage() {
  const [which] = useState(() => chosenHere() ?? none)
  const [part, setPart] = useState(0)
  const labels = useQuery(labelsQuery(which, part))
  return (
    <Loaded
      query={labels}
      header={<PageHeader title="Labels" trail={trail} />}
      pending={<Skeleton height={320} aria-label="Loading" />}
    >
      {({ items, ...parts }) => (
        <Shown
          key={part}
          items={items}
          parts={<PartSelect part={part} {...parts} onChange={setPart} />}
        />
      )}
    </Loaded>
  )
}

/** Selects nothing. */
const none = { ids: ['none'] }

function Shown({ items, parts }: { items: readonly Labelled[]; parts: ReactNode }) {
  const [chosen, setChosen] = useLocalStorage({ key: 'daybook-paper-labels', defaultValue: '24' })
  const paper = labelPapers.find(({ value }) => value === chosen) ?? labelPapers[0]
  const isSheet = paper.columns > 1
  const [first, setFirst] = useState<TypedNumber>(1)
  const [showsMrp, setShowsMrp] = useState(true)
  const [counts, setCounts] = useState<ReadonlyMap<string, TypedNumber>>(new Map())
  const [ofEach, setOfEach] = useState<TypedNumber>(1)
  const countOf = (item: Labelled) => counts.get(item.key) ?? ofEach
  const skipped = isSheet && typeof first === 'number' ? first - 1 : 0
  const stuck = items.flatMap((item) => Array.from({ length: copiesOf(countOf(item)) }, () => item))
  return (
    <PrintPage
      title="Labels"
      trail={trail}
      lead="With the price of this moment. A barcode of 13 digits becomes an EAN-13, everything else, or the SKU, a Code 128."
      paper={isSheet ? 'a4' : paper.value === '80' ? '80' : '58'}
      page={isSheet ? 'size: A4; margin: 0' : `size: ${paper.width}mm ${paper.height}mm; margin: 0`}
      tools={
        <>
          {parts}
          <Select
            label="Paper"
            data={labelPapers.map(({ value, label }) => ({ value, label }))}
            allowDeselect={false}
            value={paper.value}
            onChange={(value) => setChosen(value ?? '24')}
            miw={260}
          />
          {isSheet && (
            <NumberField
              kind="count"
              label="Begin at label"
              w={130}
              min={1}
              max={paper.columns * paper.rows}
              value={first}
              onChange={setFirst}
            />
          )}
          <Switch
            label="With the MRP"
            mb={8}
            checked={showsMrp}
            onChange={({ currentTarget }) => setShowsMrp(currentTarget.checked)}
          />
          <Counts
            items={items}
            countOf={countOf}
            onCount={(key, count) => setCounts(new Map([...counts, [key, count]]))}
            ofEach={ofEach}
            onEach={setOfEach}
          />
        </>
      }
    >
      <Sheets paper={paper} skipped={skipped} stuck={stuck} showsMrp={showsMrp} />
    </PrintPage>
  )
}

type CountsProps = {
  items: readonly Labelled[]
  countOf(item: Labelled): TypedNumber
  onCount(key: string, count: TypedNumber): void
  ofEach: TypedNumber
  onEach(count: TypedNumber): void
}

/** The most articles with separate counts: people would not read a longer list. */
const countedMax = 50

/** The number of labels for each article. */
function Counts({ items, countOf, onCount, ofEach, onEach }: CountsProps) {
  if (items.length > countedMax) {
    return (
      <NumberField
        kind="count"
        label="Labels of each"
        w={130}
        max={copiesMax}
        value={ofEach}
        onChange={onEach}
      />
    )
  }
  return (
    <Stack gap="xs" w="100%" maw={560}>
      {items.length === 0 && <Text size="sm">Choose products in the list of products first.</Text>}
      {items.map((item) => (
        <Group key={item.key} justify="space-between" wrap="nowrap">
          <Text size="sm">{nameOf(item)}</Text>
          <NumberField
            kind="count"
            aria-label={`Labels of ${nameOf(item)}`}
            w={96}
            size="xs"
            max={copiesMax}
            value={countOf(item)}
            onChange={(count) => onCount(item.key, count)}
          />
        </Group>
      ))}
    </Stack>
  )
}

/** An unreadable number counts as 0. Its field shows the reason. */
function copiesOf(typed: TypedNumber): number {
  return typeof typed === 'number' ? typed : 0
}

type SheetsProps = {
  paper: LabelPaper
  /** The number of used places on the first sheet. */
  skipped: number
  stuck: readonly Labelled[]
  showsMrp: boolean
}

function Sheets({ paper, skipped, stuck, showsMrp }: SheetsProps) {
  const { columns, rows, width, height } = paper
  const places = [...Array.from({ length: skipped }, () => null), ...stuck]
  const perSheet = columns * rows
  const sheets = Array.from({ length: Math.ceil(places.length / perSheet) }, (_, at) =>
    places.slice(at * perSheet, (at + 1) * perSheet),
  )
  return sheets.map((sheet, at) => (
    <div
      // Sheets have no names, so their index is the key.
      key={at}
      className="label-sheet"
      data-rolled={columns === 1}
      style={{
        gridTemplateColumns: `repeat(${columns}, ${width}mm)`,
        gridAutoRows: `${height}mm`,
        // The rest of the sheet is divided between top and bottom.
        paddingTop: columns === 1 ? 0 : `${(sheetHeightMm - rows * height) / 2}mm`,
      }}
    >
      {sheet.map((item, place) => (
        <div key={place} className="label" data-small={height < smallBelowMm}>
          {item !== null && (
            <Label item={item} showsMrp={showsMrp} barWidth={width - besideBarsMm} />
          )}
        </div>
      ))}
    </div>
  ))
}

/** The height of A4, in millimetres. */
const sheetHeightMm = 297

/** The white margin on both sides of the bars that scanners need, in millimetres. */
const besideBarsMm = 9

/** Lower labels have smaller letters, in millimetres. */
const smallBelowMm = 30

type LabelProps = { item: Labelled; showsMrp: boolean; barWidth: number }

function Label({ item, showsMrp, barWidth }: LabelProps) {
  const { mrp, price, barcode, sku } = item
  return (
    <>
      <div className="label-name">{nameOf(item)}</div>
      <div className="label-prices">
        {price !== null && price > 0 && <strong>₹{printedAmount(price)}</strong>}
        {showsMrp && mrp > (price ?? 0) && <span>MRP ₹{printedAmount(mrp)}</span>}
      </div>
      <Barcode text={barcode === '' ? sku : barcode} width={barWidth} />
    </>
  )
}

function nameOf({ name, variant }: Labelled): string {
  return variant === null ? name : `${name}, ${variant}`
}

function labelsQuery(which: Which, part: number) {
  return answerQuery(['labels', which, part], () => api.products.labels.post({ which, part }))
}

/** The subject of a label: a product or a variant. Money in paise. */
type Labelled = AnswerOf<typeof labelsQuery>['items'][number]

/** Label sheets with their columns and rows, and rolls. Lengths in millimetres. */
const labelPapers = [
  {
    value: '24',
    label: 'A4, 24 labels of 64 × 34 mm',
    columns: 3,
    rows: 8,
    width: 64,
    height: 33.9,
  },
  {
    value: '40',
    label: 'A4, 40 labels of 48 × 25 mm',
    columns: 4,
    rows: 10,
    width: 48.5,
    height: 25.4,
  },
  {
    value: '65',
    label: 'A4, 65 labels of 38 × 21 mm',
    columns: 5,
    rows: 13,
    width: 38.1,
    height: 21.2,
  },
  { value: '80', label: 'Roll, labels of 80 × 40 mm', columns: 1, rows: 1, width: 80, height: 40 },
  { value: '58', label: 'Roll, labels of 58 × 30 mm', columns: 1, rows: 1, width: 58, height: 30 },
] as const

type LabelPaper = (typeof labelPapers)[number]

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
function widthOfBar(bars: number, widthMm: number): number {
  const dots = Math.floor(widthMm / bars / dotMm)
  return dots < dotsMin ? widthMm / bars : dots * dotMm
}

/**
 * A barcode that scanners can read from paper, with its text below. `width` is the most that it may take, in millimetres. Shows nothing if
 * no barcode can hold the text.
 */
function Barcode({ text, width }: { text: string; width: number }) {
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
        style={{ width: `${bars.length * widthOfBar(bars.length, width)}mm` }}
      >
        <path d={path.join('')} fill="#000" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  )
}
