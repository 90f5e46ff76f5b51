import {
  ActionIcon,
  Stack,
  Text,
  TextInput,
  Combobox,
  Group,
  Loader,
  useCombobox,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash, IconBarcode } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { DataTable, type Column } from '../../components/table.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { formatCount, Money } from '../../components/values.tsx'
import { itemFields } from '../../../services/storefront/orders/record.ts'
import { formatRate, Goods, stockWords } from './lines.tsx'
import {
  nameOf,
  typedPriceOf,
  type TypedLine,
  type TypedOrder,
  articlesQuery,
  priceOf,
  type Article,
} from './new-order.ts'
import { BarcodeButton } from '../../components/camera/camera.tsx'
import { useScans } from '../../components/scans.ts'
import { messageOf } from '../../refusal.ts'

type TypedLinesProps = {
  form: UseFormReturnType<TypedOrder>
  /** The amount of each line in paise, by the line's key. A line without a price yet is missing. */
  priced: ReadonlyMap<string, number>
  /** The units in stock, by SKU, for each article with too little stock. */
  short: ReadonlyMap<string, number>
}

/** The lines of an order that is being entered. */
export function TypedLines(props: TypedLinesProps) {
  return (
    <DataTable
      label="Lines of the order"
      columns={columnsOf(props)}
      rows={props.form.values.lines}
      idOf={({ key }) => key}
      empty={
        <Text size="sm" c="dimmed" p="lg" ta="center">
          Nothing yet. Look for a product above, or hold its barcode to the scanner.
        </Text>
      }
    />
  )
}

function columnsOf({ form, priced, short }: TypedLinesProps): Column<TypedLine>[] {
  const placeOf = ({ key }: TypedLine) => form.values.lines.findIndex((line) => line.key === key)
  const lineProps = (line: TypedLine) => ({ form, line, at: placeOf(line) })
  return [
    {
      key: 'goods',
      title: 'Sold',
      isMain: true,
      cell: (line) =>
        line.article === null ? (
          <NameField {...lineProps(line)} />
        ) : (
          <Goods name={line.article.name} variant={line.article.variantLabel}>
            {line.article.sku} · {stockWords(line.article.stockQuantity)}
          </Goods>
        ),
    },
    {
      key: 'quantity',
      title: 'Quantity',
      cell: (line) => (
        <QuantityField {...lineProps(line)} inStock={short.get(line.article?.sku ?? '')} />
      ),
    },
    {
      key: 'price',
      title: 'Unit price',
      cell: (line) => (
        <Stack gap={4}>
          <PriceField {...lineProps(line)} />
          {line.price === 0 && <GivenAway />}
          {line.article?.priceGiven === false && line.price === '' && <NoPrice />}
          {line.article === null ? (
            <RateField {...lineProps(line)} />
          ) : (
            <Text size="xs" c="dimmed">
              with {formatRate(line.article.gstBasisPoints)} GST
              {line.article.offer !== null && `, ${line.article.offer.title}`}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'total',
      title: 'Total',
      align: 'right',
      cell: ({ key }) => <Total paise={priced.get(key)} />,
    },
    {
      key: 'actions',
      title: '',
      isMenu: true,
      width: '3rem',
      cell: (line) => (
        <ActionIcon
          aria-label={`Take ${nameOf(line)} off the order`}
          onClick={() => form.removeListItem('lines', placeOf(line))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
}

function GivenAway() {
  return (
    <Text size="xs" c="var(--mantine-color-error)" fw={600} role="status">
      No price: it is given away.
    </Text>
  )
}

/** The server sells nothing without a price, unless the user types a price for this order. */
function NoPrice() {
  return (
    <Text size="xs" c="var(--mantine-color-error)" fw={600} role="status">
      The catalogue has no price: type one for this order.
    </Text>
  )
}

function Total({ paise }: { paise: number | undefined }) {
  return (
    <Text size="sm" pt={4}>
      {paise === undefined ? '–' : <Money paise={paise} />}
    </Text>
  )
}

/** A line of the form, and the line's index. */
type LineProps = { form: UseFormReturnType<TypedOrder>; line: TypedLine; at: number }

function NameField(props: LineProps) {
  return (
    <TextInput
      {...inputOf(props, 'name', 'Name')}
      placeholder="What it is"
      maxLength={200}
      miw={180}
    />
  )
}

/** `inStock`: the units in stock, if the stock is too small. */
function QuantityField({ inStock, ...props }: LineProps & { inStock: number | undefined }) {
  const { error, ...input } = inputOf(props, 'quantity', 'Quantity')
  return (
    <NumberField
      kind="pieces"
      {...input}
      w={104}
      min={itemFields.quantity.schema.minimum}
      max={itemFields.quantity.schema.maximum}
      error={error ?? (inStock === undefined ? undefined : `only ${formatCount(inStock)} in stock`)}
    />
  )
}

function PriceField(props: LineProps) {
  const { article } = props.line
  return (
    <NumberField
      kind="amount"
      {...inputOf(props, 'price', 'Unit price')}
      w={136}
      placeholder={String(article === null ? '' : typedPriceOf(article)) || 'Price with GST'}
    />
  )
}

function RateField(props: LineProps) {
  return (
    <NumberField
      kind="rate"
      {...inputOf(props, 'gst', 'GST rate')}
      w={136}
      placeholder="GST rate"
    />
  )
}

function inputOf(
  { form, line, at }: LineProps,
  field: 'name' | 'quantity' | 'price' | 'gst',
  label: string,
) {
  return {
    ...form.getInputProps(`lines.${at}.${field}`),
    size: 'xs' as const,
    'aria-label': `${label} of ${nameOf(line)}`,
  }
}

/** The pause in typing before the search, in milliseconds. */
const pauseMs = 200

type ArticleSearchProps = {
  onChoose: (article: Article) => void
  /**
   * Called when a code is searched for. The promise says whether an article was found and chosen. An unknown typed
   * code stays in the field.
   */
  onLook: (code: string, taken: Promise<boolean>) => void
  /** The form shows its error at this field, and finds the field by `data-path`. */
  input: { error?: ReactNode; 'data-path'?: string }
}

/**
 * Finds articles by name, SKU or barcode. Enter takes an exact match without opening the list. A scanner's code is
 * taken too, wherever the focus is.
 */
export function ArticleSearch({ onChoose, onLook, input }: ArticleSearchProps) {
  const articles = useArticles(onChoose)
  const { combobox, text, missed, found, change, choose } = articles
  const look = (code: string) => onLook(code, articles.takeTyped(code))
  const scan = (code: string) => onLook(code, articles.takeScanned(code))
  useScans(scan)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    // Ctrl+Enter places the order, with the text that is typed here.
    const isSought = key === 'Enter' && combobox.getSelectedOptionIndex() < 0
    if (isSought && text.trim() !== '') look(text)
  }
  const items = text.trim() === '' ? [] : (found.data?.items ?? [])
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(sku) => {
        const chosen = items.find((article) => article.sku === sku)
        if (chosen !== undefined) choose(chosen)
      }}
    >
      <Combobox.Target>
        <TextInput
          label="Add what is sold"
          placeholder="Name, SKU or barcode"
          leftSection={<IconBarcode size={18} aria-hidden />}
          rightSection={
            found.isFetching ? (
              <Loader size="xs" aria-label="Looking" />
            ) : (
              <BarcodeButton onRead={scan} />
            )
          }
          value={text}
          error={input.error ?? missed}
          data-path={input['data-path']}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
          autoFocus
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === '' || (found.isPending && !found.isError)}>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label="What was found">
          {items.map((article) => (
            <Combobox.Option key={article.sku} value={article.sku}>
              <Found article={article} />
            </Combobox.Option>
          ))}
          {found.isError && <Combobox.Empty>{messageOf(found.error)}</Combobox.Empty>}
          {found.isSuccess && items.length === 0 && (
            <Combobox.Empty>Nothing on sale is called that.</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The typed text, the articles found for the text, and the choice of an article. */
function useArticles(onChoose: (article: Article) => void) {
  const client = useQueryClient()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const [missed, setMissed] = useState<string>()
  const [paused] = useDebouncedValue(text.trim(), pauseMs)
  const found = useQuery({
    ...articlesQuery(paused),
    enabled: paused !== '',
    // Shows the earlier results while the user adds to the same word, never the results for another word.
    placeholderData: (before, asked) =>
      paused.startsWith(asked?.queryKey[1] ?? paused) ? before : undefined,
  })
  const choose = (article: Article, typed = text) => {
    onChoose(article)
    // The user may have typed more meanwhile. A scanned code is not in the field at all.
    setText((now) => (now.startsWith(typed) ? now.slice(typed.length) : now))
    combobox.closeDropdown()
  }
  const findExact = async (code: string) => {
    const { items } = await client.fetchQuery(articlesQuery(code.trim()))
    const [first, ...others] = items.filter(({ isExact }) => isExact || items.length === 1)
    return others.length === 0 ? first : undefined
  }
  const takeExact = async (code: string): Promise<boolean> => {
    // The list below asks the same question and shows the failure.
    const exact = await findExact(code).catch(() => undefined)
    if (exact !== undefined) choose(exact, code)
    return exact !== undefined
  }
  const takeTyped = async (code: string) => {
    const isFound = await takeExact(code)
    if (!isFound) combobox.openDropdown()
    return isFound
  }
  const takeScanned = async (code: string) => {
    setMissed(undefined)
    const isFound = await takeExact(code)
    // The user who scans may be typing in another field, so no list opens.
    if (!isFound) setText(code)
    if (!isFound) setMissed(`Nothing on sale has the code ${code}.`)
    return isFound
  }
  const change = (typed: string) => {
    setText(typed)
    setMissed(undefined)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  return { combobox, text, missed, found, change, choose, takeTyped, takeScanned }
}

function Found({ article }: { article: Article }) {
  const { name, variantLabel, sku, offer, stockQuantity } = article
  const price = priceOf(article)
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Goods name={name} variant={variantLabel} isPlain>
        {sku}
        {offer !== null && ` · ${offer.title}`}
      </Goods>
      <Stack gap={0} align="flex-end" style={{ flexShrink: 0 }}>
        <Text size="sm">{price === undefined ? 'no price' : <Money paise={price} />}</Text>
        <Text size="xs" c={stockQuantity > 0 ? 'dimmed' : 'var(--mantine-color-error)'}>
          {stockWords(stockQuantity)}
        </Text>
      </Stack>
    </Group>
  )
}
