import { t } from './language/language.ts'

/** A refusal of the server, in a sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The HTTP status, or 0 if the server was not reached. */
  readonly status: number
  /** The refused field of the form, or null. */
  readonly field: string | null
  /** The other refusals. A form shows all its mistakes at once. */
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

/** The reason why a field was refused. Without a field, it is about the whole form. */
export type Told = { message: string; field: string | null }

/** The user cancelled. Nothing was done, so no message is shown. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** The message for any error. */
export function messageOf(error: unknown): string {
  return error instanceof Refusal
    ? error.message
    : t('Something went wrong on this page. Load it again; what was saved is safe.')
}
