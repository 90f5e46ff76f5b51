import { expect, test } from 'bun:test'
import { allowedMethods, endpointTable } from '../../../src/platform/http/service.ts'

const endpoint = (method: string, path: string) => ({
  method,
  path,
  scope: undefined,
  ownerOnly: false,
})

const table = endpointTable([
  endpoint('GET', '/products'),
  endpoint('POST', '/products'),
  endpoint('GET', '/products/:slug'),
  endpoint('POST', '/products/bulk'),
  endpoint('POST', '/orders/:id/status'),
  endpoint('GET', '/a.b'),
])

test.each([
  ['/products', ['GET', 'POST']],
  ['/products/', ['GET', 'POST']],
  ['/products/tea', ['GET']],
  ['/products/%E0%A4%9A', ['GET']],
  ['/products/bulk', ['POST']],
  ['/orders/1/status', ['POST']],
])('%s answers to %p', (path, methods) => {
  expect([...(table(path)?.keys() ?? [])]).toEqual(methods)
})

test.each([
  '/',
  '',
  '/product',
  '/products/a/b',
  '/products//',
  '/orders//status',
  '/aXb',
  '/PRODUCTS',
])('there is nothing at %p', (path) => {
  expect(table(path)).toBeUndefined()
})

test('Allow names what a path answers to, HEAD with GET and OPTIONS always', () => {
  expect(allowed('/products')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
  expect(allowed('/products/bulk')).toEqual(['OPTIONS', 'POST'])
})

function allowed(path: string): string[] {
  return allowedMethods(table(path) ?? new Map())
}
