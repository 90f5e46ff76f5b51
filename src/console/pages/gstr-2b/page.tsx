import {
  Anchor,
  Group,
  Select,
  Skeleton,
  Tabs,
  Text,
  Paper,
  SimpleGrid,
  UnstyledButton,
  Stack,
  Button,
  Modal,
} from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { Dropzone } from '@mantine/dropzone'
import { notifications } from '@mantine/notifications'
import { IconFileImport, IconBuildingStore } from '@tabler/icons-react'
import { useDisclosure } from '@mantine/hooks'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useAddress, useListAt, type Address } from '../../components/use-list.ts'
import { formatMonth, Money, When, formatCount, counted } from '../../components/values.tsx'
import {
  gstr2bSearch,
  monthsQuery,
  type Month,
  type State,
  bringIn,
  decide,
  sellersQuery,
  type Gstr2bSearch,
  type Seller,
} from './data.ts'
import { EntryList, stateWords } from './entries.tsx'
import { readPortalFiles } from '../../../gstr2b/portal/read-file.ts'
import { useConfirm, useRefresh, useCommand } from '../../components/commands.tsx'
import { FormRefusal } from '../../components/form.tsx'
import { messageOf, Refusal } from '../../refusal.ts'
import { Noted } from '../../components/cells.tsx'
import { List } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { Letter } from './entry-menu.tsx'
import { DropHint } from '../../components/drop-hint.tsx'

/** The sellers' filed bills beside the shop's bills. */
export function Gstr2bPage() {
  const months = useQuery(monthsQuery)
  const header = (
    <PageHeader title="GSTR-2B">
      What your sellers filed, beside the bills that came in: which bill is missing, which credit is
      at risk, what was misread.{' '}
      <Anchor inherit underline="always" href="/docs/gstr-2b" target="_blank">
        How it is matched
      </Anchor>
    </PageHeader>
  )
  return (
    <Loaded query={months} header={header} pending={<Skeleton height={240} aria-label="Loading" />}>
      {({ items }) => (
        <>
          {header}
          <Shown months={items} />
        </>
      )}
    </Loaded>
  )
}

function Shown({ months }: { months: readonly Month[] }) {
  const page = useAddress(gstr2bSearch)
  const { tab = 'lines', state } = page.search
  const month = months.find(({ period }) => period === page.search.month) ?? months[0]
  const show = (period: string | null) => page.change({ month: period, state: null, search: null })
  return (
    <>
      <BringIn hasMonths={months.length > 0} onBrought={show} />
      {month !== undefined && (
        <>
          <ChosenMonth months={months} month={month} onChoose={show} />
          <Counts
            month={month}
            state={state}
            onState={(one) => page.change({ state: one, tab: null })}
          />
          <Tabs
            value={tab}
            onChange={(value) =>
              page.change({ tab: value === 'sellers' ? value : null, state: null })
            }
            keepMounted={false}
          >
            <Tabs.List mb="lg">
              <Tabs.Tab value="lines">Bills</Tabs.Tab>
              <Tabs.Tab value="sellers">Sellers</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="lines">
              <EntryList {...page} />
            </Tabs.Panel>
            <Tabs.Panel value="sellers">
              <SellerList {...page} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </>
  )
}

type ChosenMonthProps = {
  months: readonly Month[]
  month: Month
  onChoose(period: string | null): void
}

function ChosenMonth({ months, month, onChoose }: ChosenMonthProps) {
  return (
    <Group align="flex-end" mb="md" gap="lg">
      <Select
        label="Month"
        data={months.map(({ period }) => ({ value: period, label: formatMonth(period) }))}
        value={month.period}
        allowDeselect={false}
        onChange={onChoose}
        w={200}
      />
      <Text size="sm" c="dimmed">
        The portal gives <Money paise={month.creditPaise} /> of credit.{' '}
        {month.generatedOn !== '' && (
          <>
            Its file is of <When at={month.generatedOn} dateOnly />.
          </>
        )}
      </Text>
    </Group>
  )
}

type CountsProps = {
  month: Month
  state: State | undefined
  onState(state: State | null): void
}

const shownStates = ['matched', 'look', 'no_bill', 'not_in_2b'] as const

/** The number of lines in each state. Pressing one filters the list, and pressing it again shows all. */
function Counts({ month, state, onState }: CountsProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mb="lg">
      {shownStates.map((one) => (
        <UnstyledButton
          key={one}
          aria-pressed={state === one}
          onClick={() => onState(state === one ? null : one)}
        >
          <Paper
            withBorder
            p="sm"
            h="100%"
            {...(state === one ? { bd: '2px solid var(--mantine-primary-color-filled)' } : {})}
          >
            <Text size="sm" fw={600}>
              {stateWords[one].name}
            </Text>
            <Text fz="xl" fw={700}>
              {formatCount(month.counts[one])}
            </Text>
            <Text size="xs" c="dimmed">
              <Meaning of={one} month={month} />
            </Text>
          </Paper>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}

function Meaning({ of, month }: { of: (typeof shownStates)[number]; month: Month }) {
  if (of === 'no_bill' && month.counts.no_bill > 0) {
    return (
      <>
        <Money paise={month.withoutBillPaise} /> of credit waits for the bill
      </>
    )
  }
  if (of === 'not_in_2b' && month.counts.not_in_2b > 0) {
    return (
      <>
        <Money paise={month.atRiskPaise} /> of credit at risk
      </>
    )
  }
  return stateWords[of].lead
}

type BringInProps = { hasMonths: boolean; onBrought(month: string): void }

type PortalMonth = Parameters<typeof bringIn>[0]

/** Imports the portal's files of one month, dropped or chosen. The browser reads them and sends their content. */
function BringIn({ hasMonths, onBrought }: BringInProps) {
  const refresh = useRefresh()
  const confirm = useConfirm()
  const told = (brought: Awaited<ReturnType<typeof bringIn>>) => {
    onBrought(brought.period)
    return `${formatMonth(brought.period)}: ${counted(brought.bills, 'bill')}, ${counted(brought.added, 'new one')}, ${brought.gone} gone.`
  }
  const askToReplace = (month: PortalMonth, why: string) =>
    confirm({
      title: 'Take the older file all the same?',
      children: why,
      action: 'Take it',
      done: told,
      run: () => bringIn(month, true),
    })
  const bring = useMutation({
    async mutationFn(files: readonly File[]) {
      const month = await readFiles(files)
      try {
        notifications.show({ message: told(await bringIn(month, false)) })
      } catch (error) {
        if (!(error instanceof Refusal) || error.field !== 'generatedOn') throw error
        askToReplace(month, error.message)
      }
    },
    onSettled: refresh,
  })
  return (
    <Stack gap="xs" mb="lg">
      <FormRefusal>{bring.isError ? messageOf(bring.error) : null}</FormRefusal>
      <Dropzone
        onDrop={(files) => bring.mutate(files)}
        loading={bring.isPending}
        p={hasMonths ? 'sm' : 'xl'}
        inputProps={{ 'aria-label': 'Files of a month' }}
      >
        <DropHint
          icon={IconFileImport}
          title="Drop the GSTR-2B of a month here, or press to choose it"
        >
          JSON or Excel, as the GST portal gives it. The same month again takes the place of the one
          before; what you decided stays.
        </DropHint>
      </Dropzone>
    </Stack>
  )
}

/** Throws Refusal that says what is wrong with the files. */
async function readFiles(files: readonly File[]): Promise<PortalMonth> {
  const given = await Promise.all(files.map(bytesOf))
  const read = await readPortalFiles(given)
  if (typeof read === 'string') throw new Refusal(read, 400)
  return read
}

async function bytesOf(file: File) {
  // The file was moved or changed since it was chosen, or another program has locked it.
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Refusal(`${file.name} could not be read. Choose it again.`, 400)
  })
  return { name: file.name, bytes: new Uint8Array(bytes) }
}

/** The missing bills of each seller of a month. */
function SellerList(page: Address<Gstr2bSearch>) {
  return (
    <List
      name="gstr-2b-sellers"
      label="Sellers"
      list={useListAt(page, sellersQuery)}
      filters={[{ by: 'text', label: 'Seller, number or GSTIN' }]}
      columns={columns}
      empty={{
        icon: IconBuildingStore,
        title: 'No sellers in this month',
        description: 'The GSTR-2B of this month has no documents.',
      }}
      noMatch={{ title: 'Nothing fits', description: 'Look for something else.' }}
    />
  )
}

const columns: readonly Column<Seller>[] = [
  {
    key: 'seller',
    title: 'Seller',
    isMain: true,
    cell: ({ seller, gstin }) => <Noted note={gstin}>{seller === '' ? '–' : seller}</Noted>,
    value: ({ seller }) => seller,
  },
  {
    key: 'gstin',
    title: 'GSTIN',
    isExtra: true,
    value: ({ gstin }) => gstin,
  },
  { key: 'bills', title: 'Bills', kind: 'count', value: ({ bills }) => bills },
  { key: 'tax', title: 'GST', kind: 'amount', value: ({ taxPaise }) => taxPaise },
  { key: 'look', title: 'To look at', kind: 'count', value: ({ look }) => look },
  { key: 'noBill', title: 'No bill', kind: 'count', value: ({ noBill }) => noBill },
  {
    key: 'noBillTax',
    title: 'GST without a bill',
    kind: 'amount',
    value: ({ noBillTaxPaise }) => noBillTaxPaise,
  },
  { key: 'notIn2b', title: 'Not in 2B', kind: 'count', value: ({ notIn2b }) => notIn2b },
  {
    key: 'notIn2bTax',
    title: 'GST at risk',
    kind: 'amount',
    value: ({ notIn2bTaxPaise }) => notIn2bTaxPaise,
  },
  {
    key: 'ask',
    title: '',
    cell: (seller) => (seller.letter === '' ? null : <AskSeller seller={seller} />),
  },
]

function AskSeller({ seller }: { seller: Seller }) {
  const [isOpen, { open, close }] = useDisclosure()
  const markNamed = useCommand({
    async run() {
      if (seller.toMark.length === 0) return
      await decide(seller.toMark.map((subject) => ({ subject, verdict: 'asked' as const })))
    },
  })
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={open}
        aria-label={`Ask ${seller.seller}`}
      >
        Ask…
      </Button>
      <Modal opened={isOpen} onClose={close} title="What to send to the seller" size="lg">
        <Letter
          text={seller.letter}
          onAsked={() => {
            markNamed.mutate()
            close()
          }}
        />
      </Modal>
    </>
  )
}
