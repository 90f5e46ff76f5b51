CREATE TABLE `customers` (
	`id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`gstin` text NOT NULL,
	`address` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`pincode` text NOT NULL,
	`agreed_at` integer NOT NULL,
	`last_order_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_phone_unique` ON `customers` (`phone`);--> statement-breakpoint
CREATE INDEX `customers_last_order` ON `customers` (`last_order_at`);--> statement-breakpoint
CREATE TABLE `invoice_counters` (
	`year` integer PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invoices` (
	`seq` integer PRIMARY KEY NOT NULL,
	`order_seq` integer NOT NULL,
	`number` text NOT NULL,
	`kind` text NOT NULL,
	`seller` text NOT NULL,
	`place_of_supply` text NOT NULL,
	`payable` integer NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`order_seq`) REFERENCES `orders`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_order_seq_unique` ON `invoices` (`order_seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number_unique` ON `invoices` (`number`);