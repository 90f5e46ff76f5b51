import { Elysia } from 'elysia'
import type { StorefrontParts } from '../parts.ts'

export function productRoutes(_parts: StorefrontParts) {
  return new Elysia()
}
