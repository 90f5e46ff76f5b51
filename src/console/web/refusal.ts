import { t } from './language/language.ts'

/** What the server would not do, in a sentence for whoever reads the page. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The HTTP status; 0 when the server was not reached. */
  readonly status: number
  /** The field of the form that was refused, or null. */
  readonly field: string | null
  /** What else was refused: all that is wrong with a form is told at once. */
  readonly others: readonly Told[]

  constructor(
    message: string,
    status: number,
    field: string | null = null,
    others: readonly Told[] = [],
  ) {
    super(message)
    this.status = status
    this.field = field
    this.others = others
  }
}

/** Why a field was refused; of no field, the form as a whole. */
export type Told = { message: string; field: string | null }

/** Nothing was done because somebody thought better of it: there is nothing to tell. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** What to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Refusal
    ? error.message
    : t('Something went wrong on this page. Load it again; what was saved is safe.')
}
