import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { api } from '../../../support/member.ts'
import { dataUrl, pictureKinds } from '../../../support/pictures.ts'
import { openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

/** Sends one product and returns its row of the answer. */
async function send(product: JsonObject, query = ''): Promise<JsonObject> {
  const body = { products: [product] }
  const answer = await shop.store('POST', `${api}/products/bulk${query}`, { body })
  const { results } = answer.json
  const row = Array.isArray(results) ? results[0] : undefined
  if (!isJsonObject(row)) throw new Error(answer.text)
  return row
}

async function detail(slug: string): Promise<JsonObject> {
  const { data } = (await shop.store('GET', `${api}/products/${slug}`)).json
  if (!isJsonObject(data)) throw new Error(`There is no product ${slug}.`)
  return data
}

describe('images that are sent with a product', () => {
  test('are served byte for byte, without a key', async () => {
    const sent = pictureKinds.map(([, picture]) => picture(30, 20, 77))
    const images = sent.map((bytes) => dataUrl(bytes))
    const row = await send({ sku: 'SENT', name: 'Sent', mrp: 9, slug: 'sent', images })
    expect(row).toMatchObject({ status: 'created', images_uploaded: 4 })
    const shown = (await detail('sent'))['images']
    const urls = Array.isArray(shown) ? shown.filter(isJsonObject).map(({ url }) => url) : []
    const served = await Promise.all(urls.map(async (url) => (await fetch(String(url))).bytes()))
    expect(served).toEqual(sent)
  })

  test('go with the last product that shows them', async () => {
    const { image_url: url } = await detail('sent')
    const product = { sku: 'SENT', name: 'Sent' }
    expect(await send({ ...product, image_url: null })).toMatchObject({ changed: true })
    expect((await fetch(String(url))).status).toBe(404)
    const { image_url: placeholder, images } = await detail('sent')
    expect(String(placeholder)).toEndWith('/images/placeholder.png')
    expect((await fetch(String(placeholder))).status).toBe(200)
    expect(images).toEqual([])
  })

  test('that are bad are warnings of a product that is stored', async () => {
    const html = dataUrl(new TextEncoder().encode('<html><script>alert(1)</script>'))
    const row = await send({
      sku: 'BAD',
      name: 'Bad',
      mrp: 9,
      images: [html, 'x'],
      image_base64: 'y',
    })
    expect(row).toMatchObject({ status: 'created', images_uploaded: 0 })
    const { warnings } = row
    expect(warnings).toEqual([
      expect.stringMatching(/^images\[0\]: .*a web page/),
      expect.stringMatching(/^images\[1\]: /),
      expect.stringMatching(/^images: none/),
      expect.stringMatching(/^image_base64: /),
    ])
  })
})
