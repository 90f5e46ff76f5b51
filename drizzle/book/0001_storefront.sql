CREATE TABLE `catalogue_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`image` text,
	`sort_order` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug_unique` ON `categories` (`slug`);--> statement-breakpoint
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`folded_title` text NOT NULL,
	`subtitle` text NOT NULL,
	`badge_text` text NOT NULL,
	`image` text,
	`rule_kind` text NOT NULL,
	`rule_value` text NOT NULL,
	`sort_order` integer NOT NULL,
	`is_active` integer NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_slug_unique` ON `offers` (`slug`);--> statement-breakpoint
CREATE TABLE `order_counters` (
	`year` integer PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_items` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`order_seq` integer NOT NULL,
	`product_id` text NOT NULL,
	`variant_id` text,
	`sku` text,
	`product_name` text NOT NULL,
	`variant_label` text,
	`hsn` text NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price` integer NOT NULL,
	`line_total` integer NOT NULL,
	`gst_amount` integer NOT NULL,
	`gst_basis_points` integer NOT NULL,
	`synced_at` integer,
	`synced_key_id` text,
	FOREIGN KEY (`order_seq`) REFERENCES `orders`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_id_unique` ON `order_items` (`id`);--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`order_seq`);--> statement-breakpoint
CREATE INDEX `order_items_unsynced` ON `order_items` (`product_id`,`variant_id`) WHERE "order_items"."synced_at" is null;--> statement-breakpoint
CREATE TABLE `orders` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`order_no` text NOT NULL,
	`customer_name` text NOT NULL,
	`customer_phone` text NOT NULL,
	`customer_gstin` text NOT NULL,
	`shipping_address` text NOT NULL,
	`shipping_city` text NOT NULL,
	`shipping_state` text NOT NULL,
	`shipping_pincode` text NOT NULL,
	`status` text NOT NULL,
	`subtotal` integer NOT NULL,
	`gst_total` integer NOT NULL,
	`discount` integer NOT NULL,
	`total` integer NOT NULL,
	`revision` integer NOT NULL,
	`takes_stock` integer NOT NULL,
	`waiting_items` integer NOT NULL,
	`synced_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_id_unique` ON `orders` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_order_no_unique` ON `orders` (`order_no`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_waiting` ON `orders` (`created_at`,`id`,`status`) WHERE "orders"."waiting_items" > 0;--> statement-breakpoint
CREATE TABLE `product_images` (
	`seq` integer PRIMARY KEY NOT NULL,
	`product_seq` integer NOT NULL,
	`sort_order` integer NOT NULL,
	`image` text NOT NULL,
	`alt` text NOT NULL,
	FOREIGN KEY (`product_seq`) REFERENCES `products`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `product_images_product` ON `product_images` (`product_seq`,`sort_order`);--> statement-breakpoint
CREATE INDEX `product_images_image` ON `product_images` (`image`);--> statement-breakpoint
CREATE TABLE `products` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`sku` text,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`description` text NOT NULL,
	`folded_description` text NOT NULL,
	`details` text NOT NULL,
	`category_id` text NOT NULL,
	`mrp` integer NOT NULL,
	`sale_price` integer NOT NULL,
	`min_sale_price` integer,
	`stock_quantity` integer NOT NULL,
	`gst_basis_points` integer NOT NULL,
	`hsn` text NOT NULL,
	`barcode` text NOT NULL,
	`size_chart` text,
	`image` text,
	`video_url` text,
	`vendor_id` text,
	`vendor_cost` integer,
	`b2b_price` integer,
	`b2b_min_qty` integer,
	`is_active` integer NOT NULL,
	`approval_status` text NOT NULL,
	`is_listed` integer GENERATED ALWAYS AS ((is_active AND approval_status = 'approved')) VIRTUAL NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_id_unique` ON `products` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_sku_unique` ON `products` (`sku`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_slug_unique` ON `products` (`slug`);--> statement-breakpoint
CREATE INDEX `products_newest` ON `products` (`is_listed`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`is_listed`,`sale_price`,`id`);--> statement-breakpoint
CREATE INDEX `products_name` ON `products` (`is_listed`,`folded_name`,`id`);--> statement-breakpoint
CREATE INDEX `products_category_newest` ON `products` (`category_id`,`is_listed`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `products_category_price` ON `products` (`category_id`,`is_listed`,`sale_price`,`id`);--> statement-breakpoint
CREATE INDEX `products_category_name` ON `products` (`category_id`,`is_listed`,`folded_name`,`id`);--> statement-breakpoint
CREATE INDEX `products_version` ON `products` (`version`);--> statement-breakpoint
CREATE TABLE `variants` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`product_seq` integer NOT NULL,
	`sku` text,
	`size` text NOT NULL,
	`color` text NOT NULL,
	`color_hex` text NOT NULL,
	`mrp` integer NOT NULL,
	`sale_price` integer NOT NULL,
	`stock_quantity` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_seq`) REFERENCES `products`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `variants_id_unique` ON `variants` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `variants_sku_unique` ON `variants` (`sku`);--> statement-breakpoint
CREATE INDEX `variants_product` ON `variants` (`product_seq`);--> statement-breakpoint
INSERT INTO `catalogue_state` (`id`, `version`) VALUES (1, 0);--> statement-breakpoint
INSERT INTO `categories` (`id`, `slug`, `name`, `folded_name`, `image`, `sort_order`, `created_at`, `updated_at`) VALUES ('019a0000-0000-7000-8000-000000000001', 'uncategorised', 'Uncategorised', 'uncategorised', NULL, 1000000, 0, 0);
