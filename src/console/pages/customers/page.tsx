import { Alert, Menu, Text } from '@mantine/core'
import { IconAddressBook, IconDownload, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { MenuAction } from '../../components/buttons.tsx'
import { DotsMenu, Noted } from '../../components/cells.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { downloadJson } from '../../components/csv.ts'
import { ListPage } from '../../components/list.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { useList } from '../../components/use-list.ts'
import { customerSearch, customersQuery, type Customer } from './data.ts'

/** Customers who agreed to be remembered. */
export function CustomersPage() {
  const list = useList(customerSearch, customersQuery)
  const isRemembering = list.query.data?.isRemembering ?? true
  return (
    <ListPage
      name="customers"
      title="Customers"
      lead="Those who agreed to be remembered by their phone number. They are proposed at their next order, and forgotten three years after the last one."
      list={list}
      filters={[{ by: 'text', label: 'Name or phone number' }]}
      columns={columnsOf(useCustomerCommands())}
      top={
        !isRemembering && (
          <Alert color="yellow" mb="md">
            Nobody is remembered or proposed at present: an owner switched it off under Settings.
          </Alert>
        )
      }
      empty={{
        icon: IconAddressBook,
        title: 'Nobody is remembered yet',
        description:
          'When a customer agrees, tick “Remember” in an order that you enter by hand. The address is there the next time.',
      }}
      noMatch={{ title: 'Nobody fits', description: 'Look for another name or number.' }}
    />
  )
}

type Commands = ReturnType<typeof useCustomerCommands>

function columnsOf({ save, forget }: Commands): Column<Customer>[] {
  return [
    {
      key: 'name',
      title: 'Customer',
      isMain: true,
      value: ({ name }) => name,
      cell: ({ name, gstin }) => (
        <Noted note={gstin === '' ? null : `GSTIN ${gstin}`} fw={600}>
          {name === '' ? 'No name' : name}
        </Noted>
      ),
    },
    {
      key: 'phone',
      title: 'Phone',
      value: ({ phone }) => phone,
      cell: ({ phone }) => (
        <Text
          size="sm"
          renderRoot={(props) => <Link {...props} to="/orders" search={{ search: phone }} />}
        >
          {phone}
        </Text>
      ),
    },
    {
      key: 'address',
      title: 'Address',
      value: addressOf,
      cell: (customer) => (
        <Text size="sm" lineClamp={2}>
          {addressOf(customer) || '–'}
        </Text>
      ),
    },
    {
      key: 'last',
      title: 'Last order',
      kind: 'day',
      value: ({ lastOrderAt }) => lastOrderAt,
    },
    {
      key: 'agreed',
      title: 'Agreed',
      kind: 'day',
      value: ({ agreedAt }) => agreedAt,
    },
    menuColumn((customer) => (
      <DotsMenu label={`Actions for ${nameOf(customer)}`}>
        <MenuAction icon={IconDownload} onClick={() => save(customer)}>
          Save what is kept
        </MenuAction>
        <Menu.Divider />
        <MenuAction icon={IconTrash} isRed onClick={() => forget(customer)}>
          Forget…
        </MenuAction>
      </DotsMenu>
    )),
  ]
}

function addressOf({ address, city, pincode, state }: Customer): string {
  const place = [city, pincode].filter((text) => text !== '').join(' ')
  return [address, place, state].filter((text) => text !== '').join(', ')
}

function nameOf({ name, phone }: Customer): string {
  return name === '' ? phone : name
}

function useCustomerCommands() {
  const confirm = useConfirm()
  const { mutate: save } = useCommand({
    async run({ id, phone }: Customer) {
      downloadJson(`customer-${phone}.json`, await ask(api.customers({ id }).export.get()))
    },
    done: (_, customer) => `What is kept of ${nameOf(customer)} is saved as a file.`,
  })
  const forget = (customer: Customer) =>
    confirm({
      title: `Forget ${nameOf(customer)}?`,
      children:
        'The name, the number and the address are deleted from the list. Orders and invoices keep what they say: the law wants them kept.',
      action: 'Forget',
      done: `${nameOf(customer)} is forgotten.`,
      run: () => ask(api.customers({ id: customer.id }).forget.post()),
    })
  return { save, forget }
}
