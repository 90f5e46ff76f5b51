import type { ReactNode } from 'react'
import type { Bill } from './compose/bill.ts'
import type { Party } from './compose/parties.ts'
import type { Kit } from './kit.ts'
import { Also, H } from './marks.tsx'

/* What stands above the lines of most papers: parties, numbers and dates. */

/** A label and its value. The layout decides where they stand. */
export type Entry = { label: string; value: ReactNode }

export function entry(label: string, value: ReactNode): Entry {
  return { label, value }
}

export function dateField(kit: Kit, key: string, day: string) {
  return (
    <H k={key} v={day}>
      {kit.day(day)}
    </H>
  )
}

export function amountField(kit: Kit, key: string, paise: number, currency = '') {
  if (currency === brackets) return <H k={key} {...bracketed(kit, paise)} />
  return (
    <H k={key} v={paise / 100}>
      {paise < 0 ? `-${currency}${kit.money(-paise)}` : `${currency}${kit.money(paise)}`}
    </H>
  )
}

/** In the place of a currency: accountants write what is taken back in brackets. */
export const brackets = '()'

/** Who types a bracketed amount with a minus is right as well. */
export function bracketed(kit: Kit, paise: number) {
  return {
    v: [String(paise / 100), String(-paise / 100)],
    children: paise >= 0 ? `(${kit.money(paise)})` : kit.money(-paise),
  }
}

/** An amount that a program prints though it is zero: who leaves a zero out misses nothing. */
export function amountOrZero(kit: Kit, key: string, paise: number): ReactNode {
  if (paise !== 0) return amountField(kit, key, paise)
  return (
    <>
      {kit.money(0)}
      <Also of="head" fields={{ [key]: 0 }} />
    </>
  )
}

/** The seller's name, with address and numbers below it. `gstin` is the label of the GSTIN. */
export function Seller({ kit, party, gstin }: { kit: Kit; party: Party; gstin: string }) {
  return (
    <div className="party seller">
      <div className="name">
        <H k="vendor_name">{party.name}</H>
      </div>
      <Address party={party} />
      <div>
        {gstin} <H k="gstin">{party.gstin}</H>
      </div>
      {kit.random.chance(0.6) ? (
        <div>
          State Name : {party.state}, Code : {party.stateCode}
        </div>
      ) : null}
      {kit.random.chance(0.5) ? (
        <div>
          {kit.say('Contact|Phone|Ph.|Mob')} : <H k="phone">{party.phone}</H>
        </div>
      ) : null}
      {kit.random.chance(0.4) ? (
        <div>
          {kit.say('E-Mail|Email')} : <H k="email">{party.email}</H>
        </div>
      ) : null}
      <PartyFacts party={party} />
    </div>
  )
}

/** Values of the seller that are right even if they are not printed. */
export function PartyFacts({ party }: { party: Party }) {
  const fields = {
    pan: party.pan,
    gstin: party.gstin,
    phone: party.phone,
    email: party.email,
    vendor_name: party.name,
  }
  return <Also of="head" fields={fields} />
}

export function Address({ party }: { party: Party }) {
  return (
    <>
      {party.address.map((line) => (
        <div key={line}>{line}</div>
      ))}
      <div>
        {party.city} - {party.pin}
      </div>
    </>
  )
}

type Buyer = { party: Party; label: ReactNode; gstin?: string; state?: boolean }

/** The buyer, below a label. */
export function Buyer({ party, label, gstin, state = false }: Buyer) {
  return (
    <div className="party buyer">
      <div className="label">{label}</div>
      <div className="name">
        <H k="buyer_name">{party.name}</H>
      </div>
      <Address party={party} />
      {gstin === undefined ? null : (
        <div>
          {gstin} <H k="buyer_gstin">{party.gstin}</H>
        </div>
      )}
      {state ? (
        <div>
          State Name : {party.state}, Code : {party.stateCode}
        </div>
      ) : null}
      <Also
        of="head"
        fields={{ consignee_name: party.name, buyer_gstin: party.gstin, buyer_name: party.name }}
      />
    </div>
  )
}

/** Entries below each other, with labels and values in two columns. */
export function EntryTable({
  entries,
  className = '',
  colon = '',
}: {
  entries: readonly Entry[]
  className?: string
  colon?: string
}) {
  return (
    <table className={`entries ${className}`}>
      <tbody>
        {entries.map(({ label, value }, at) => (
          <tr key={at}>
            <td className="label">
              {label}
              {colon}
            </td>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Labels above their values, `across` boxes in a row. */
export function Boxes({ entries, across }: { entries: readonly Entry[]; across: number }) {
  const rows = Array.from({ length: Math.ceil(entries.length / across) }, (_, at) =>
    entries.slice(at * across, (at + 1) * across),
  )
  return (
    <table className="boxes w">
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map(({ label, value }) => (
              <td key={label}>
                <div className="label">{label}</div>
                <div>{value}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Entries = { entries: readonly Entry[]; className?: string; value?: string }

/** Labels in one row, the values below them, each in the class `value`. */
export function Strip({ entries, className, value }: Entries) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {entries.map(({ label }) => (
            <th key={label}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {entries.map((one) => (
            <td key={one.label} className={value}>
              {one.value}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

/** A label and its value on each row, in no table. */
export function Pairs({ entries, className, value }: Entries) {
  return entries.map((one) => (
    <div key={one.label} className={className}>
      <span>{one.label}</span>
      <span className={value}>{one.value}</span>
    </div>
  ))
}

/**
 * The state that a bill is taxed in, as the paper writes it: with `code` and `state` (or `STATE`) in the places of both,
 * or by chance.
 */
export function placeOfSupply(kit: Kit, { isNear, buyer, seller }: Bill, how?: string) {
  const { state, stateCode } = isNear ? seller : buyer
  const forms = ['state (code)', 'code-state', 'state', 'state, Code: code', 'code - state']
  const printed = (how ?? kit.random.pick(forms))
    .replace(/\bcode\b/, stateCode)
    .replace(/\bstate\b/, state)
    .replace(/\bSTATE\b/, state.toUpperCase())
  const isAlone = how?.toLowerCase() === 'state'
  return (
    <H k="place_of_supply" v={isAlone ? undefined : [printed, state]}>
      {printed}
    </H>
  )
}
