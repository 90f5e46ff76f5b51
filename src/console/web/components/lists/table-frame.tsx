import { Paper, Table, type TableProps } from '@mantine/core'

/** What every list is drawn in. Its roles are written out: on a phone its parts are no table to a browser. */
export function TableFrame({ children, ...props }: TableProps) {
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label="List">
        <Table
          className="data-table"
          verticalSpacing="sm"
          horizontalSpacing="md"
          role="table"
          {...props}
        >
          {children}
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
