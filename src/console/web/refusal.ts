/** What the server would not do, in a sentence for whoever reads the page. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The HTTP status; 0 when the server was not reached. */
  readonly status: number
  /** The field of the form that was refused, or null. */
  readonly field: string | null

  constructor(message: string, status: number, field: string | null = null) {
    super(message)
    this.status = status
    this.field = field
  }
}

/** Nothing was done because somebody thought better of it: there is nothing to tell. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** What to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Refusal
    ? error.message
    : 'Something went wrong on this page. Load it again; what was saved is safe.'
}
