import type { ReactNode } from 'react'
import { AddButton, KeyedAddButton, type Add } from './add-button.tsx'
import { List, type ListProps } from './list.tsx'
import { PageHeader } from './page-header.tsx'

type ListPageProps<Row> = Omit<ListProps<Row>, 'label'> & {
  title: string
  /** The purpose of the page. */
  lead?: ReactNode
  /** The way to add an entry: beside the title, and in the empty list. */
  add?: Add | false
  /** Other actions, before the add button. */
  actions?: ReactNode
  /** The subject of the table, if the title does not say it. */
  label?: string
  /** Below the header. */
  top?: ReactNode
  /** Its dialogues. */
  children?: ReactNode
}

/** A page with one list, and the actions of an empty list. */
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
