import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconReceiptTax } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { nameOfField } from '../../../paper/fields.ts'
import { api, ask } from '../../client.ts'
import { useCommand } from '../../components/commands.tsx'
import { formatMonth } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { claimsQuery, type Claim } from './data.ts'

/** The differences between the GSTR-2B and a document. One click corrects each. */
export function Gstr2bNote({ id }: { id: string }) {
  const { data } = useQuery(claimsQuery(id))
  const take = useCommand({
    run: ({ key }: Claim) => ask(api.documents({ id })['gstr-2b'].post({ key })),
    done: () => t('Corrected as the seller filed it.'),
  })
  const claims = data?.claims ?? []
  return <Claims claims={claims} isBusy={take.isPending} onTake={(claim) => take.mutate(claim)} />
}

type ClaimsProps = {
  claims: readonly Claim[]
  isBusy?: boolean
  onTake(claim: Claim): void
}

/** The same in the form. */
export function Claims({ claims, isBusy = false, onTake }: ClaimsProps) {
  const [first] = claims
  if (first === undefined) return null
  return (
    <Alert
      color="yellow"
      icon={<IconReceiptTax aria-hidden />}
      title={t('The GSTR-2B of {{month}} says otherwise', { month: formatMonth(first.period) })}
      py="xs"
    >
      <Stack gap="xs">
        {claims.map((claim) => (
          <Group key={claim.key} gap="xs" justify="space-between">
            <Text size="sm">{claimText(claim)}</Text>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={`${t('Take it')}: ${claimText(claim)}`}
              onClick={() => onTake(claim)}
            >
              {t('Take it')}
            </Button>
          </Group>
        ))}
        <Text size="xs" c="dimmed">
          {t('All else is as the seller filed it. Look at the paper first: sellers mistype too.')}
        </Text>
      </Stack>
    </Alert>
  )
}

/** "Bill number: ST/118" */
function claimText({ key, value }: Claim): string {
  return `${t(nameOfField('metadata', key) ?? key)}: ${value}`
}
