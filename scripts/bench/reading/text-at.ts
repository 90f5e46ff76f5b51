/** What the record says at a path; of `seller.address,city` the texts with commas between them. */
export function textAt(record: object, path: string): string | number {
  const [first = '', ...others] = path.split(',')
  if (others.length === 0) return oneText(valueAt(record, first), path)
  const parent = first.split('.').slice(0, -1).join('.')
  const paths = [first, ...others.map((other) => `${parent}.${other}`)]
  return paths.flatMap((one) => valueAt(record, one)).join(', ')
}

function oneText(value: unknown, path: string): string | number {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`There is no ${path} to print.`)
}

function valueAt(record: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      record,
    )
}
