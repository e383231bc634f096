module torque_array(input clk; nonsense
