import { Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { formatDay } from '../../../../components/days.ts'
import { tCounted } from '../../../../components/values.tsx'
import type { DocumentCategory } from '../../../../words.ts'
import { beginsAsSeller, useSellerProposals, type SellerProposal } from './proposals.ts'
import { Proposing } from './proposing.tsx'
import { t } from '../../../../language/language.ts'

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
export function factsOf({ gstin, state, placeOfSupply, terms, from }: SellerProposal) {
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
