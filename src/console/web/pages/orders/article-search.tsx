import { Combobox, Group, Loader, Stack, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBarcode } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { BarcodeButton } from '../../components/camera/barcode-button.tsx'
import { useScans } from '../../components/scans.ts'
import { Money } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import { Goods, stockWords } from './lines.tsx'
import { articlesQuery, priceOf, type Article } from './new-order.ts'

/** How long nobody types before it is looked for, in milliseconds. */
const pauseMs = 200

type ArticleSearchProps = {
  onChoose: (article: Article) => void
  /** Told when a code is looked for; it comes to whether it was found, and chosen. One that was not stays in the field. */
  onLook: (code: string, taken: Promise<boolean>) => void
  /** The field of the form that its error is told of, by which the form finds it. */
  input: { error?: ReactNode; 'data-path'?: string }
}

/**
 * Looks for what is sold by name, SKU or barcode. What fits exactly is taken at Enter, without a look at the list; so is
 * what a scanner reads, wherever the focus is.
 */
export function ArticleSearch({ onChoose, onLook, input }: ArticleSearchProps) {
  const articles = useArticles(onChoose)
  const { combobox, text, missed, found, change, choose } = articles
  const look = (code: string) => onLook(code, articles.takeTyped(code))
  const scan = (code: string) => onLook(code, articles.takeScanned(code))
  useScans(scan)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    // With Ctrl it places the order, together with what is typed here.
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

/** What is typed, what was found for it, and taking one of it. */
function useArticles(onChoose: (article: Article) => void) {
  const client = useQueryClient()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const [missed, setMissed] = useState<string>()
  const [paused] = useDebouncedValue(text.trim(), pauseMs)
  const found = useQuery({
    ...articlesQuery(paused),
    enabled: paused !== '',
    // While more of a word is typed; never what was found for something else.
    placeholderData: (before, asked) =>
      paused.startsWith(asked?.queryKey[1] ?? paused) ? before : undefined,
  })
  const choose = (article: Article, typed = text) => {
    onChoose(article)
    // More may have been typed meanwhile, and a code that is scanned is typed nowhere.
    setText((now) => (now.startsWith(typed) ? now.slice(typed.length) : now))
    combobox.closeDropdown()
  }
  const findExact = async (code: string) => {
    const { items } = await client.fetchQuery(articlesQuery(code.trim()))
    const [first, ...others] = items.filter(({ isExact }) => isExact || items.length === 1)
    return others.length === 0 ? first : undefined
  }
  const takeExact = async (code: string): Promise<boolean> => {
    // A failure is shown by the list below, which asks the same.
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
    // Whoever scans may be typing elsewhere: no list is opened.
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
