import { describe, expect, test } from 'bun:test'
import { openShop } from '../../support/shop.ts'
import { signedIn } from './browser.ts'
import { endpoints, noId } from './endpoints.ts'
import { untilEnd } from '../../support/until-end.ts'

const minuteMs = 60_000

/**
 * What asks for the password again, with a body that is well-formed (in endpoints.ts). What asks only now and then, as for an owner's key
 * alone, is tried in confirmation.api.test.ts.
 */
const asking = [
  'POST /books/pair',
  'POST /network',
  'POST /network/https',
  'POST /second-step/begin',
  'POST /second-step/off',
  'POST /second-step/recovery-codes',
  'POST /settings/archive',
  'POST /settings/archive/off',
  'POST /settings/archive/try',
  'POST /settings/folders',
  'POST /settings/folders/ID/delete',
  'POST /settings/offsite/folder',
  'POST /settings/offsite/off',
  'POST /settings/offsite/s3',
  'POST /settings/paused/confirm',
  'POST /settings/paused/forget',
  'POST /settings/restores',
  'POST /users',
  'POST /users/ID/reactivate',
  'POST /users/ID/reset',
  'POST /users/ID/role',
]

const shop = untilEnd(await openShop())

const changing = endpoints.filter(
  ({ method, audience }) => method === 'POST' && audience !== 'none',
)

describe('of an owner who signed in a while ago', () => {
  test('the password is asked again for what lets somebody in, shuts somebody out or takes the shop along', async () => {
    const asked: string[] = []
    let browser = await signedInBefore()
    for (const { path, body } of changing) {
      const { status, field } = await browser.post(path.replace('ID', noId), body)
      if (status === 403 && field === 'confirmation') asked.push(`POST ${path}`)
      if (path === '/sign-out') browser = await signedInBefore()
    }
    expect(asked.toSorted()).toEqual(asking)
  })
})

const signedInBefore = () => signedIn(shop, shop.users.owner, Date.now() - 11 * minuteMs)
