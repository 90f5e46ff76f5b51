import { makeGstin } from '../../../src/platform/gst/gstin.ts'
import type { Random } from '../random.ts'
import { panFor } from '../vendors.ts'
import { elsewhere, type Place, pune } from './places.ts'

/** A customer, in the fields of an order. `customer_gstin` is '' for a person. */
export type Customer = {
  customer_name: string
  customer_phone: string
  customer_gstin: string
  shipping_address: string
  shipping_city: string
  shipping_state: string
  shipping_pincode: string
}

export const people = namesIn(`
Rahul Sharma, Sneha Patil, Vikram Joshi, Fatima Khan, Arun Nair, Meena Iyer, Sunil Pawar,
Kavita Rao, Deepak Verma, Anjali More, John Fernandes, Harpreet Singh, Neha Gupta, Sanjay Kale,
Pooja Kulkarni, Amit Deshpande, Rukhsana Shaikh, Ganesh Jadhav, Lakshmi Menon, Rohit Agarwal,
Swati Bhosale, Mohammed Ansari, Vaishali Gaikwad, Karthik Subramanian, Asha D’Souza, Nitin Chavan,
Shruti Bhatt, Prakash Reddy, सुनीता शिंदे, रमेश पाटील, अंजली वर्मा
`)

/** These customers buy larger numbers, for their kitchens and offices. */
export const institutions = namesIn(`
Sunrise English School, Green Park Housing Society, Hotel Sahyadri, Krishna Caterers, Lotus Clinic,
Deccan Softworks Pvt Ltd, Annapurna Mess
`)

const houses = ['Flat', 'House', 'Bungalow', 'Row House']

const homes = namesIn(`
Shanti Niwas, Gokul Apartments, Sai Residency, Green Acres, Om Heights, Vrindavan Society,
Lake View, Ashirwad
`)

/** Most live in Pune; each has one address. */
const fromPune = 0.72

/** The shop's customers: people, who have no GSTIN, and institutions, which have one. */
export function sampleCustomers(random: Random): { people: Customer[]; institutions: Customer[] } {
  return {
    people: people.map((name) => person(random, name)),
    institutions: institutions.map((name) => institution(random, name)),
  }
}

function person(random: Random, name: string): Customer {
  const place = random.chance(fromPune) ? pune : random.pick(elsewhere)
  const home = `${random.pick(houses)} ${random.int(1, 48)}, ${random.pick(homes)}`
  return customer(random, { name, place, building: home, gstin: '' })
}

function institution(random: Random, name: string): Customer {
  const place = random.chance(fromPune) ? pune : random.pick(elsewhere)
  const gstin = makeGstin(place.stateCode, panFor(name, random), '1')
  return customer(random, { name, place, building: `Plot ${random.int(1, 90)}`, gstin })
}

function customer(
  random: Random,
  { name, place, building, gstin }: { name: string; place: Place; building: string; gstin: string },
): Customer {
  const [area, pincode] = random.pick(place.areas)
  return {
    customer_name: name,
    customer_phone: phone(random),
    customer_gstin: gstin,
    shipping_address: `${building}, ${area}`,
    shipping_city: place.city,
    shipping_state: place.state,
    shipping_pincode: pincode,
  }
}

/** Mobile numbers in India begin with 6 to 9. A number that begins with 5 belongs to nobody. */
function phone(random: Random): string {
  return `+91 5${random.int(1000, 9999)} ${random.int(10_000, 99_999)}`
}

function namesIn(text: string): string[] {
  return text.trim().split(/,\s+/)
}
