import { Combobox, Group, Loader, Stack, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBarcode } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { BarcodeButton } from '../../components/camera/camera.tsx'
import { useScans } from '../../components/scans.ts'
import { Money } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import { Goods, stockWords } from './lines.tsx'
import { articlesQuery, priceOf, type Article } from './new-order.ts'

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
