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
  return (
    <H k={key} v={paise / 100}>
      {paise < 0 ? `-${currency}${kit.money(-paise)}` : `${currency}${kit.money(paise)}`}
    </H>
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

/** The state that a bill is taxed in, as the paper writes it. */
export function placeOfSupply(kit: Kit, { isNear, buyer, seller }: Bill) {
  const { state, stateCode } = isNear ? seller : buyer
  const printed = kit.random.pick([
    `${state} (${stateCode})`,
    `${stateCode}-${state}`,
    state,
    `${state}, Code: ${stateCode}`,
    `${stateCode} - ${state}`,
  ])
  return (
    <H k="place_of_supply" v={[printed, state]}>
      {printed}
    </H>
  )
}
