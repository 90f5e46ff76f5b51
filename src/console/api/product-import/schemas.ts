import { Type } from '@sinclair/typebox'
import { importFields, type ImportColumn } from '../../../services/storefront/service.ts'

/** Rows of one call: the page sends a file in pieces, so that it can say how far it is. */
const rowsMax = 500

/** Columns of a file: far more than there are fields. */
const columnsMax = 200

/** Characters of a cell: above the longest description. */
const cellCharactersMax = 50_000

const importColumns = Object.keys(importFields)
const column = Type.Union([...importColumns.map((name) => Type.Literal(name)), Type.Null()])

export const importBody = Type.Object({
  columns: Type.Array(Type.Unsafe<ImportColumn | null>(column), {
    maxItems: columnsMax,
    expected: `a list of at most ${columnsMax} columns, each of them null or one of ${importColumns.join(', ')}`,
  }),
  rows: Type.Array(
    Type.Array(Type.String({ maxLength: cellCharactersMax }), { maxItems: columnsMax }),
    {
      minItems: 1,
      maxItems: rowsMax,
      expected: `a list of 1 to ${rowsMax} rows, each a list of texts of at most ${cellCharactersMax} characters`,
    },
  ),
  dryRun: Type.Boolean({ expected: 'true or false' }),
})
