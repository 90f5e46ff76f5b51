import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useAddress } from '../../components/use-list.ts'
import { useSignedIn } from '../../state.ts'
import { Bridges } from './bridges.tsx'
import { Connect } from './connect.tsx'
import { booksQuery, booksSearch, bookTabs, type Books } from './data.ts'
import { EnteredList } from './entered.tsx'
import { KnownList } from './known.tsx'
import { BooksSettings } from './settings.tsx'
import { Waiting } from './waiting.tsx'

/** The accounting books that documents go into: how they are, what waits and why, what went in, what is what there. */
export function BooksPage() {
  const books = useQuery(booksQuery)
  const header = (
    <PageHeader title="Books">
      What goes into your accounting books by itself, what waits for you, and what sellers, taxes
      and items are called there.
    </PageHeader>
  )
  return (
    <Loaded query={books} header={header} pending={<Skeleton height={240} aria-label="Loading" />}>
      {(shown) => (
        <>
          {header}
          <Shown books={shown} />
        </>
      )}
    </Loaded>
  )
}

function Shown({ books }: { books: Books }) {
  const { user } = useSignedIn()
  const page = useAddress(booksSearch)
  const isOwner = user.role === 'owner'
  const { tab = 'waiting' } = page.search
  const open = (value: string | null) => {
    const chosen = bookTabs.find((candidate) => candidate === value)
    page.change({ tab: chosen ?? null, kind: null, search: null })
  }
  return (
    <>
      {books.bridges.length === 0 && isOwner && tab !== 'settings' ? (
        <Connect hasBridge={false} />
      ) : (
        <Bridges books={books} />
      )}
      <Tabs value={tab} onChange={open} keepMounted={false} mt="lg">
        <Tabs.List mb="lg">
          <Tabs.Tab value="waiting">What waits</Tabs.Tab>
          <Tabs.Tab value="entered">In the books</Tabs.Tab>
          {isOwner && <Tabs.Tab value="known">What is what</Tabs.Tab>}
          {isOwner && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="waiting">
          <Waiting />
        </Tabs.Panel>
        <Tabs.Panel value="entered">
          <EnteredList {...page} />
        </Tabs.Panel>
        {isOwner && (
          <Tabs.Panel value="known">
            <KnownList {...page} />
          </Tabs.Panel>
        )}
        {isOwner && (
          <Tabs.Panel value="settings">
            <BooksSettings books={books} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  )
}
