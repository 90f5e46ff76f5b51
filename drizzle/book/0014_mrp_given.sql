ALTER TABLE `products` ADD `mrp_given` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `products` SET `mrp_given` = `mrp` <> `sale_price`;--> statement-breakpoint
ALTER TABLE `variants` ADD `mrp_given` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE `variants` SET `mrp_given` = `mrp` <> `sale_price`;--> statement-breakpoint
CREATE INDEX `orders_phone` ON `orders` (substr(replace(replace(replace(replace(replace(replace(customer_phone, ' ', ''), '-', ''), '+', ''), '(', ''), ')', ''), '.', ''), -10)) WHERE customer_phone <> '';