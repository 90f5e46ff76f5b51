import { Elysia } from 'elysia'
import type { StorefrontParts } from '../parts.ts'

export function catalogueRoutes(_parts: StorefrontParts) {
  return new Elysia()
}
