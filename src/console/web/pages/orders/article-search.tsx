import { Combobox, Group, Loader, Stack, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBarcode } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { BarcodeButton } from '../../components/camera/barcode-button.tsx'
import { Money } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import { Goods, stockWords } from './lines.tsx'
import { articlesQuery, priceOf, type Article } from './new-order.ts'

/** How long nobody types before it is looked for, in milliseconds. */
const pauseMs = 200

type ArticleSearchProps = {
  onChoose: (article: Article) => void
  /** Told when a code is looked for; it comes to whether it was found, and chosen. */
  onLook: (taken: Promise<boolean>) => void
  /** The field of the form that its error is told of, by which the form finds it. */
  input: { error?: ReactNode; 'data-path'?: string }
}

/**
 * Looks for what is sold by name, SKU or barcode. A scanner types a code and Enter at once: what fits exactly is taken
 * without a look at the list.
 */
export function ArticleSearch({ onChoose, onLook, input }: ArticleSearchProps) {
  const { combobox, text, found, change, choose, takeExact } = useArticles(onChoose)
  const look = (code: string) => onLook(takeExact(code))
  const scan = (code: string) => {
    change(code)
    look(code)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Never sends the form.
    event.preventDefault()
    if (text.trim() === '' || combobox.getSelectedOptionIndex() >= 0) return
    look(text)
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
          error={input.error}
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
    // A scanner may have typed the next code behind it meanwhile.
    setText((now) => (now.startsWith(typed) ? now.slice(typed.length) : ''))
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
    if (exact === undefined) combobox.openDropdown()
    else choose(exact, code)
    return exact !== undefined
  }
  const change = (typed: string) => {
    setText(typed)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  return { combobox, text, found, change, choose, takeExact }
}

function Found({ article }: { article: Article }) {
  const { name, variantLabel, sku, offer, stockQuantity } = article
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Goods name={name} variant={variantLabel} isPlain>
        {sku}
        {offer !== null && ` · ${offer.title}`}
      </Goods>
      <Stack gap={0} align="flex-end" style={{ flexShrink: 0 }}>
        <Text size="sm">
          <Money paise={priceOf(article)} />
        </Text>
        <Text size="xs" c={stockQuantity > 0 ? 'dimmed' : 'var(--mantine-color-error)'}>
          {stockWords(stockQuantity)}
        </Text>
      </Stack>
    </Group>
  )
}
