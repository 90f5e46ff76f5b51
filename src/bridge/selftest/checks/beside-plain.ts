import { type Check, reasonOf, unclear } from '../check.ts'
import { bill } from '../sample-vouchers.ts'

/**
 * Sends a plain voucher before a check of something that Tally should refuse. A refusal proves something only if Tally takes a similar
 * plain voucher. If the plain voucher is missing afterwards, the check is unclear.
 */
export function besidePlain(check: Check, plain: typeof bill = bill): Check {
  return {
    ...check,
    async run(bench) {
      const what = `${check.name}_plain`
      const key = bench.keyOf(what)
      const told = await bench.send(plain(bench, what), key)
      const [entered] = await bench.withKey(key)
      if (entered !== undefined) return await check.run(bench)
      return unclear(
        'not entered',
        `A voucher that should go in was not entered, so that nothing can be told by one that should not: ${reasonOf(told)}`,
      )
    },
  }
}
