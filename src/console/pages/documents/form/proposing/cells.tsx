import { Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { formatDay } from '../../../../components/days.ts'
import { Money, tCounted } from '../../../../components/values.tsx'
import { CellInput } from '../cell-input.tsx'
import type { Change } from '../changes.ts'
import {
  isCalled,
  useItemProposals,
  type ItemProposal,
  Proposing,
  beginsAsSeller,
  useSellerProposals,
  type SellerProposal,
} from './proposing.tsx'
import { rupeesText } from '../sums.ts'
import { t } from '../../../../language/language.ts'
import type { DocumentCategory } from '../../../../words.ts'

/** The seller of the bill, whose own items come first. */
export type Seller = { name: string; gstin: string }

type ItemCellProps = {
  line: string
  itemKey: string
  text: string
  seller: Seller
  change: (change: Change) => void
  field: ComponentProps<typeof CellInput>
}

/** The item of a line, with proposals from the seller's bills, the product names and the catalogue. */
export function ItemCell({ line, itemKey, text, seller, change, field }: ItemCellProps) {
  const proposals = useItemProposals(text, seller)
  const [first] = proposals
  const choose = (item: ItemProposal) => {
    change({ type: 'cell', line, key: itemKey, text: item.name })
    change({ type: 'fill', line, values: itemFacts(item), note: fromWords[item.from] })
    if (item.ratePaise === null) return
    const values = { rate: rupeesText(item.ratePaise) }
    const note =
      item.rateDay === null
        ? t('as last time')
        : t('as on {{day}}', { day: formatDay(item.rateDay) })
    change({ type: 'fill', line, values, note })
  }
  return (
    <Proposing
      proposals={proposals}
      // "Tea" may be a new item even if "Tea 500 g" is known.
      isFirstMeant={first !== undefined && isCalled(first.name, text)}
      onChoose={choose}
      render={(item) => <Item item={item} />}
      label={t('Items')}
    >
      {(combobox) => <CellInput {...field} {...combobox} />}
    </Proposing>
  )
}

function itemFacts({ hsn, unit, gstPct }: ItemProposal): Record<string, string> {
  return { hsn: hsn ?? '', unit: unit ?? '', gst_rate: gstPct === null ? '' : String(gstPct) }
}

const fromWords: Readonly<Record<ItemProposal['from'], string>> = {
  seller: t('as on the last bill of this seller'),
  'product names': t('from your product names'),
  catalogue: t('from your products'),
}

function Item({ item: { name, hsn, gstPct, ratePaise, rateDay, unit } }: { item: ItemProposal }) {
  const facts = [
    hsn === null ? null : t('HSN {{hsn}}', { hsn }),
    gstPct === null ? null : `${gstPct}%`,
    rateDay === null ? null : formatDay(rateDay),
  ].filter((fact) => fact !== null)
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Stack gap={0}>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </Stack>
      {ratePaise !== null && (
        <Text size="sm" style={{ flexShrink: 0 }}>
          <Money paise={ratePaise} />
          {unit !== null && ` / ${unit}`}
        </Text>
      )}
    </Group>
  )
}

type SellerFieldProps = {
  text: string
  category: DocumentCategory
  onChoose: (seller: SellerProposal) => void
  field: TextInputProps
}

/** The seller, proposed by name or GSTIN from the vendor list and earlier bills. */
export function SellerField({ text, category, onChoose, field }: SellerFieldProps) {
  const proposals = useSellerProposals(text, category)
  const [first] = proposals
  return (
    <Proposing
      proposals={proposals}
      isFirstMeant={first !== undefined && beginsAsSeller(first, text)}
      onChoose={onChoose}
      render={(seller) => <SellerOption seller={seller} />}
      label={t('Sellers')}
    >
      {(combobox) => <TextInput {...field} {...combobox} />}
    </Proposing>
  )
}

/** The values of a proposal, and its source. */
export function sellerFacts({ gstin, state, placeOfSupply, terms, from }: SellerProposal) {
  const values = {
    gstin: gstin ?? '',
    state: state ?? '',
    place_of_supply: placeOfSupply ?? '',
    payment_terms: terms ?? '',
  }
  return { values, note: from === 'bills' ? t('as on the last bill') : t('from your vendor list') }
}

function SellerOption({ seller: { name, gstin, bills, lastDay } }: { seller: SellerProposal }) {
  const past = bills === 0 ? t('no bill yet') : tCounted(bills, 'bill')
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Stack gap={0}>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {gstin ?? t('no GSTIN known')}
        </Text>
      </Stack>
      <Text size="xs" c="dimmed" ta="end" style={{ flexShrink: 0 }}>
        {past}
        {lastDay !== null && (
          <>
            <br />
            {formatDay(lastDay)}
          </>
        )}
      </Text>
    </Group>
  )
}
