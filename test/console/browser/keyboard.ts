import type { CDPSession, Page } from 'playwright-core'

/** Keys at times of their own: how fast the machine passes them on does not matter. Enter is pressed at the end. */
export type Keyboard = {
  scan(code: string): Promise<void>
  /** As a person types. */
  type(text: string): Promise<void>
}

/** Milliseconds between two keys of a scanner, and of a person; and behind what was typed before. */
const scannerMs = 8
const personMs = 150
const pauseMs = 2_000

const enter = 13

export async function keyboardOf(page: Page): Promise<Keyboard> {
  const session = await page.context().newCDPSession(page)
  let at = Date.now()
  const press = async (text: string, gapMs: number) => {
    at += pauseMs
    for (const key of [...Array.from(text), 'Enter']) {
      await pressAt(session, key, at)
      at += gapMs
    }
  }
  return {
    scan: (code) => press(code, scannerMs),
    type: (text) => press(text, personMs),
  }
}

async function pressAt(session: CDPSession, key: string, at: number): Promise<void> {
  const isEnter = key === 'Enter'
  const pressed = {
    key,
    windowsVirtualKeyCode: isEnter ? enter : key.toUpperCase().charCodeAt(0),
    timestamp: at / 1000,
  }
  await session.send('Input.dispatchKeyEvent', {
    type: 'keyDown',
    text: isEnter ? '\r' : key,
    ...pressed,
  })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
}
