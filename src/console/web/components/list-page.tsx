import type { ReactNode } from 'react'
import { AddButton, KeyedAddButton, type Add } from './add-button.tsx'
import { List, type ListProps } from './list.tsx'
import { PageHeader } from './page-header.tsx'

type ListPageProps<Row> = Omit<ListProps<Row>, 'label'> & {
  title: string
  /** What the page is for. */
  lead?: ReactNode
  /** What makes a new entry: beside the title, and where there is none yet. */
  add?: Add | false
  /** What else can be done, before that. */
  actions?: ReactNode
  /** What the table lists, where the title does not say it. */
  label?: string
  /** Below the header. */
  top?: ReactNode
  /** Its dialogues. */
  children?: ReactNode
}

/** A page that is one list, with what can be done where it is empty. */
export function ListPage<Row extends { id: string }>({
  title,
  lead,
  add = false,
  actions,
  label = title,
  top,
  children,
  empty,
  ...list
}: ListPageProps<Row>) {
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {actions}
            {add !== false && <KeyedAddButton add={add} />}
          </>
        }
      >
        {lead}
      </PageHeader>
      {top}
      <List
        {...list}
        label={label}
        empty={add === false ? empty : { action: <AddButton add={add} />, ...empty }}
      />
      {children}
    </>
  )
}
